import{a as o}from"./chunk-ZSIMSQN5.js";import"./chunk-4UWJ5RHO.js";import"./chunk-3TXHFKDN.js";export{o as sha256};
