import{a as o,b as r}from"./chunk-ADL7XKOR.js";import"./chunk-BZZZJRJW.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
