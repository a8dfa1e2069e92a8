import{a as o,b as r}from"./chunk-FCM7T5DG.js";import"./chunk-SLR7XE72.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
