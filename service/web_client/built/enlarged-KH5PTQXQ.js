import{a as o}from"./chunk-6A4J3HVX.js";import"./chunk-C55AWBIU.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
