import{a as o}from"./chunk-FW24TA5M.js";import"./chunk-Z26H5PWJ.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
