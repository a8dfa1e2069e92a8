import{a as o}from"./chunk-ZSIMSQN5.js";import"./chunk-RT3GXIRS.js";import"./chunk-3TXHFKDN.js";export{o as sha256};
