import{c as e}from"./chunk-INKI7FXD.js";function p(o){let[i,n]=e();return{isCopied:i===o,copy:()=>navigator.clipboard?.writeText(o).then(()=>n(o),()=>{})}}export{p as a};
