import{a as o,b as r}from"./chunk-BW7XKSH3.js";import"./chunk-W6UYYOBL.js";import"./chunk-C55AWBIU.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
