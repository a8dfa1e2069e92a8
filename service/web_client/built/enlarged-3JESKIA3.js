import{a as o}from"./chunk-LZMNYBHW.js";import"./chunk-RT3GXIRS.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
