import{a as o,b as r}from"./chunk-BAHL6FLN.js";import"./chunk-C55AWBIU.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
