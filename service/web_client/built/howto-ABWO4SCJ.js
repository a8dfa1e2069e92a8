import{a as o,b as r}from"./chunk-VAXDQA2E.js";import"./chunk-EH3JNTQ5.js";import"./chunk-4UWJ5RHO.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
