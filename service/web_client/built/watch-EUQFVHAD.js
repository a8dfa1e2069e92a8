import{a as o,b as r}from"./chunk-BIY2LMYW.js";import"./chunk-ADL7XKOR.js";import"./chunk-IKFMNA2O.js";import"./chunk-BZZZJRJW.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
