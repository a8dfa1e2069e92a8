import{a as o}from"./chunk-TXNXJ236.js";import"./chunk-T6EXUX3W.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
