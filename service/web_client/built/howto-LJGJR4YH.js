import{a as o,b as r}from"./chunk-ZXQ7BYWG.js";import"./chunk-4ISJIBOY.js";import"./chunk-INKI7FXD.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
