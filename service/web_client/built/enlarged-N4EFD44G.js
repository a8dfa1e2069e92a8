import{a as o}from"./chunk-F65EF2LM.js";import"./chunk-T76SCAJS.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
