import{a as o}from"./chunk-ZSIMSQN5.js";import"./chunk-Z26H5PWJ.js";import"./chunk-3TXHFKDN.js";export{o as sha256};
