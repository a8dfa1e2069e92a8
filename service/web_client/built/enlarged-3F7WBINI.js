import{a as o}from"./chunk-NS2R34SM.js";import"./chunk-VE45CP3Q.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
