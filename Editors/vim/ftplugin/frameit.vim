" Settings for frameit scripts. gq formats with `frameit fmt`, and :make shows the errors of `frameit check`.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s comments=:#
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal formatprg=frameit\ fmt\ -
setlocal makeprg=frameit\ check\ %:S
setlocal errorformat=%f:%l:%c:\ error:\ %m,%-G%.%#

let b:undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< formatprg< makeprg< errorformat<"
