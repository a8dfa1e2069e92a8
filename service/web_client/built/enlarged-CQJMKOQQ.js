import{a as o}from"./chunk-FEFS757M.js";import"./chunk-BZZZJRJW.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
