import{a as o,b as r}from"./chunk-4QU3OLJF.js";import"./chunk-HNGSPPAO.js";import"./chunk-G6QWS5GA.js";import"./chunk-T76SCAJS.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
