import{a as o,b as r}from"./chunk-DGKXTKXD.js";import"./chunk-URAHQKGD.js";import"./chunk-T6EXUX3W.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
