import{a as o}from"./chunk-ZSIMSQN5.js";import"./chunk-T76SCAJS.js";import"./chunk-3TXHFKDN.js";export{o as sha256};
