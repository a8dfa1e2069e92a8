import{a as o,b as r}from"./chunk-ST6AG5RX.js";import"./chunk-PQJTKYNV.js";import"./chunk-T76SCAJS.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
