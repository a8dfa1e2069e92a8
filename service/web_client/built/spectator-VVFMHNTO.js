import{a as o,b as r}from"./chunk-Y4C6M3FF.js";import"./chunk-Z26H5PWJ.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
