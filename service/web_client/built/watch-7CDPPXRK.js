import{a as o,b as r}from"./chunk-XNTL2LRV.js";import"./chunk-BAHL6FLN.js";import"./chunk-BERVNW64.js";import"./chunk-C55AWBIU.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
