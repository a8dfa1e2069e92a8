import{a as o,b as r}from"./chunk-LMK3KR4H.js";import"./chunk-HLLLUKCF.js";import"./chunk-BBO4TQYF.js";import"./chunk-3TXHFKDN.js";export{r as HowToCard,o as HowToScreen};
