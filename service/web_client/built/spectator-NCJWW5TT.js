import{a as o,b as r}from"./chunk-VKIDXDLK.js";import"./chunk-RT3GXIRS.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
