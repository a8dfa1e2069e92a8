import{a as o,b as r}from"./chunk-RRYS5RN6.js";import"./chunk-R4DXCB6L.js";import"./chunk-SLR7XE72.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
