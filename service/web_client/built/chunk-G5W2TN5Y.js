import{c as e}from"./chunk-T6EXUX3W.js";function p(o){let[i,n]=e();return{isCopied:i===o,copy:()=>navigator.clipboard?.writeText(o).then(()=>n(o),()=>{})}}export{p as a};
