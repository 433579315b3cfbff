" Syntax of frameit scripts. Made by `make editors` from the table of statements.
if exists("b:current_syntax")
  finish
endif

" Names may have hyphens, as in corner-radius.
syntax iskeyword @,48-57,_,-

" Statements begin a line, or follow a semicolon or a brace. Other words there call definitions.
syntax match frameitStart /\%(^\|[;{}]\@1<=\)\s*/ nextgroup=frameitControl,frameitStatement,frameitCall
syntax match frameitCall /\h[[:alnum:]_-]*/ contained
syntax keyword frameitStatement contained anchor animate background blend border canvas choose clip
syntax keyword frameitStatement contained concat corner-radius crop dialog disable double-tap drag
syntax keyword frameitStatement contained edge enable expect fill filter focus group hide layer light
syntax keyword frameitStatement contained limit long-press mark menu mode move on opacity open pan
syntax keyword frameitStatement contained pinch preset recognise recognize redo require reset restore
syntax keyword frameitStatement contained rotate save say scale select set shadow show simultaneous
syntax keyword frameitStatement contained skew source straighten stroke swipe tap text touch
syntax keyword frameitStatement contained transform translate trim twist two-finger undo wait
syntax keyword frameitControl contained data define else frameit if include let param repeat return

" Words after the first one of a statement.
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(about\|after\|align\|anchor\|android\|arc\|as\|at\|attention\|auto\|began\|below\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(bevel\|blend\|bottom\|bottomLeft\|bottomRight\|butt\|cancel\|canceled\|cancelled\|canvas\|cap\|center\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(centre\|changed\|clamp\|clip\|color-burn\|color-dodge\|colour-burn\|colour-dodge\|contain\|count\|cover\|cubic\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(darken\|dash\|destructive\|difference\|double-tap\|down\|ease\|edge\|elastic\|ellipse\|else\|ended\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(evenodd\|exclusion\|failed\|fails\|fill\|fit\|focus\|font\|font-size\|for\|forever\|frame\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(frameit\|from\|hard\|hard-light\|hidden\|hit\|if\|image\|in\|in-out\|inscribed\|inside\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(item\|join\|lanczos3\|leading\|left\|lighten\|line\|line-height\|linear\|lines\|long-press\|map\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(marked\|message\|midpoint\|mirror\|mitchell\|miter\|miter-limit\|mode\|move\|multiply\|nearest\|none\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(nonzero\|normal\|off\|offset\|on\|opacity\|out\|over\|overlay\|pan\|part\|path\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(pickview\|pinch\|position\|possible\|radius\|recognised\|recognized\|rect\|redraw\|repeat\|right\|rotate\.snap\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(rotation\|round\|scale\|scaleAspectFill\|scaleAspectFit\|scaleToFill\|screen\|selected\|shadow\|shown\|size\|soft-light\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(square\|srgb\|steps\|stretch\|stroke\|swiftui\|swipe\|swipe-down\|swipe-left\|swipe-right\|swipe-up\|tap\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(text\|to\|toggle\|top\|topLeft\|topRight\|transform\|transparent\|trim\|tx\|ty\|uikit\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(untouchable\|up\|weight\|width\|with\|within\)\k\@!/
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
