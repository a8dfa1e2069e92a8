import{a as o,b as r}from"./chunk-HNGSPPAO.js";import"./chunk-T76SCAJS.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
