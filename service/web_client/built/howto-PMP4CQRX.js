import{a as o,b as r}from"./chunk-IKZHOMY4.js";import"./chunk-UULEPE5Q.js";import"./chunk-Z26H5PWJ.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
