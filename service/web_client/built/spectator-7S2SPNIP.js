import{a as o,b as r}from"./chunk-HJRYLFGR.js";import"./chunk-T6EXUX3W.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
