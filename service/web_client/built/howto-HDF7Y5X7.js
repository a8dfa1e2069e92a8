import{a as o,b as r}from"./chunk-Q5JKSCEG.js";import"./chunk-MF7ZD3LW.js";import"./chunk-VE45CP3Q.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
