import{a as o}from"./chunk-GNU3Y4VM.js";import"./chunk-INKI7FXD.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
