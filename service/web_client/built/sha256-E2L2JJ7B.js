import{a as o}from"./chunk-ZSIMSQN5.js";import"./chunk-INKI7FXD.js";import"./chunk-3TXHFKDN.js";export{o as sha256};
