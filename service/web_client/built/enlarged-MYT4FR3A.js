import{a as o}from"./chunk-55RYQWXZ.js";import"./chunk-BBO4TQYF.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
