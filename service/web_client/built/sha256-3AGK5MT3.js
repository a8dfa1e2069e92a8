import{a as o}from"./chunk-ZSIMSQN5.js";import"./chunk-SLR7XE72.js";import"./chunk-3TXHFKDN.js";export{o as sha256};
