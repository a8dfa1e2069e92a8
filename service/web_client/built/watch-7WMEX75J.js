import{a as o,b as r}from"./chunk-QLKHNTVI.js";import"./chunk-Y4C6M3FF.js";import"./chunk-AUR6AP75.js";import"./chunk-Z26H5PWJ.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
