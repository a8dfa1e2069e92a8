import{a as o,b as r}from"./chunk-TPZNUJHK.js";import"./chunk-HJRYLFGR.js";import"./chunk-HQ75DIG3.js";import"./chunk-T6EXUX3W.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
