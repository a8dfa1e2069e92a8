import{a as o}from"./chunk-PIEUSJAQ.js";import"./chunk-SLR7XE72.js";import"./chunk-3TXHFKDN.js";export{o as Enlarged};
