import{a as o,b as r}from"./chunk-ZYPNJUNR.js";import"./chunk-VE45CP3Q.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
