import{a as o}from"./chunk-FNKS4EUK.js";import"./chunk-4UWJ5RHO.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
