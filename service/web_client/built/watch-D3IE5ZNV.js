import{a as o,b as r}from"./chunk-XHEBDXLK.js";import"./chunk-FCM7T5DG.js";import"./chunk-JCZYUMDS.js";import"./chunk-SLR7XE72.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
