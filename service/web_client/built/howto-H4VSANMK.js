import{a as o,b as r}from"./chunk-KUJ7R2JN.js";import"./chunk-VEOCJMER.js";import"./chunk-RT3GXIRS.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
