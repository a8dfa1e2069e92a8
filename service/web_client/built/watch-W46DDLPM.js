import{a as o,b as r}from"./chunk-LBOURK2U.js";import"./chunk-ZYPNJUNR.js";import"./chunk-A7PTL6LV.js";import"./chunk-VE45CP3Q.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
