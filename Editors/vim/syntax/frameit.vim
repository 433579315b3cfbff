" Syntax of frameit scripts. Made by `make editors` from the table of statements.
if exists("b:current_syntax")
  finish
endif

" Names may have hyphens, as in corner-radius.
syntax iskeyword @,48-57,_,-

" Statements begin a line, or follow a semicolon or a brace. Other words there call definitions.
syntax match frameitStart /\%(^\|[;{}]\@1<=\)\s*/ nextgroup=frameitControl,frameitStatement,frameitCall
syntax match frameitCall /\h[[:alnum:]_-]*/ contained
syntax keyword frameitStatement contained anchor animate background blend border brightness canvas
syntax keyword frameitStatement contained choose clip color-matrix colorize colour-matrix colourize
syntax keyword frameitStatement contained concat contrast corner-radius crop curve dialog disable
syntax keyword frameitStatement contained double-tap drag edge enable expect exposure fill filter
syntax keyword frameitStatement contained focus grayscale greyscale group hide hue invert layer
syntax keyword frameitStatement contained levels light limit long-press lut mark menu mode move on
syntax keyword frameitStatement contained opacity open pan pinch posterize preset recognise recognize
syntax keyword frameitStatement contained redo require reset restore rotate saturation save say scale
syntax keyword frameitStatement contained select sepia set shadow show simultaneous skew source
syntax keyword frameitStatement contained straighten stroke swipe tap temperature text threshold tint
syntax keyword frameitStatement contained touch transform translate trim twist two-finger undo wait
syntax keyword frameitControl contained data define else frameit if include let param repeat return

" Words after the first one of a statement.
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(about\|after\|align\|anchor\|android\|arc\|as\|at\|attention\|auto\|began\|below\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(bevel\|blend\|blue\|bottom\|bottomLeft\|bottomRight\|brightness\|butt\|cancel\|canceled\|cancelled\|canvas\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(cap\|center\|centre\|changed\|clamp\|clip\|color\|color-burn\|color-dodge\|color-matrix\|colorize\|colour\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(colour-burn\|colour-dodge\|colour-matrix\|colourize\|contain\|contrast\|count\|cover\|cubic\|curve\|darken\|dash\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(destructive\|difference\|double-tap\|down\|ease\|edge\|elastic\|ellipse\|else\|ended\|evenodd\|exclusion\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(exposure\|failed\|fails\|fill\|fit\|focus\|font\|font-size\|for\|forever\|frame\|frameit\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(from\|grayscale\|green\|greyscale\|hard\|hard-light\|hidden\|hit\|hue\|if\|image\|in\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(in-out\|inscribed\|inside\|invert\|item\|join\|lanczos3\|leading\|left\|levels\|lighten\|line\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(line-height\|linear\|lines\|long-press\|luminosity\|lut\|map\|marked\|message\|midpoint\|mirror\|mitchell\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(miter\|miter-limit\|mode\|move\|multiply\|nearest\|none\|nonzero\|normal\|off\|offset\|on\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(opacity\|out\|over\|overlay\|pan\|part\|path\|pickview\|pinch\|position\|possible\|posterize\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(radius\|recognised\|recognized\|rect\|red\|redraw\|repeat\|right\|rotate\.snap\|rotation\|round\|saturation\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(scale\|scaleAspectFill\|scaleAspectFit\|scaleToFill\|screen\|selected\|sepia\|shadow\|shown\|size\|soft-light\|square\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(srgb\|steps\|stretch\|stroke\|swiftui\|swipe\|swipe-down\|swipe-left\|swipe-right\|swipe-up\|tap\|temperature\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(text\|threshold\|tint\|to\|toggle\|top\|topLeft\|topRight\|transform\|transparent\|trim\|tx\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(ty\|uikit\|untouchable\|up\|weight\|width\|with\|within\)\k\@!/
syntax keyword frameitFunction abs angleOf atan2 ceil clamp cos count floor frame fromCanvas hypot
syntax keyword frameitFunction isMarked max min mod naturalSize pi random round scaleOf sign sin sqrt
syntax keyword frameitFunction tan textSize toCanvas trunc
syntax keyword frameitOperator and not or

syntax match frameitNumber /\%(\w\|\.\)\@1<![-+]\?\d\+\%(\.\d\+\)\?\%([eE][-+]\?\d\+\)\?\%(turn\>\|deg\>\|rad\>\|px\>\|pt\>\|ms\>\|s\>\|%\)\?/
syntax match frameitVariable /\$\h\w*/
syntax region frameitVariable start=/\${/ end=/}/ oneline contains=frameitNumber,frameitFunction,frameitVariable,frameitString

" A word of hexadecimal digits after another word is a color, and anything else after # a comment.
syntax match frameitComment /#.*$/ contains=@Spell
syntax match frameitColor /\%([[:alnum:]_")\]%]\s\)\@2<=#\%(\x\{8}\|\x\{6}\|\x\{3,4}\)\>/
syntax region frameitString start=/"/ skip=/\\./ end=/"/ oneline contains=frameitEscape,frameitVariable,@Spell
syntax match frameitEscape /\\[nt"\\$]/ contained

highlight default link frameitStatement Statement
highlight default link frameitControl Repeat
highlight default link frameitCall Function
highlight default link frameitKeyword Type
highlight default link frameitFunction Function
highlight default link frameitOperator Operator
highlight default link frameitNumber Number
highlight default link frameitVariable Identifier
highlight default link frameitComment Comment
highlight default link frameitColor Constant
highlight default link frameitString String
highlight default link frameitEscape SpecialChar

let b:current_syntax = "frameit"
