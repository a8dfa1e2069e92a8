import{a as o,b as r}from"./chunk-4CXZ47NP.js";import"./chunk-4UWJ5RHO.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
