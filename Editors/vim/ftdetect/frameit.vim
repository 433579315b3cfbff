autocmd BufNewFile,BufRead *.frameit setfiletype frameit
