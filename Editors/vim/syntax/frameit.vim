" Syntax of frameit scripts. Made by `make editors` from the table of statements.
if exists("b:current_syntax")
  finish
endif

" Names may have hyphens, as in corner-radius.
syntax iskeyword @,48-57,_,-

" Statements begin a line, or follow a semicolon or a brace. Other words there call definitions.
syntax match frameitStart /\%(^\|[;{}]\@1<=\)\s*/ nextgroup=frameitControl,frameitStatement,frameitCall
syntax match frameitCall /\h[[:alnum:]_-]*/ contained
syntax keyword frameitStatement contained anchor animate background blend blur border brightness
syntax keyword frameitStatement contained canvas choose clip color-matrix colorize colour-matrix
syntax keyword frameitStatement contained colourize concat contrast corner-radius crop curve dialog
syntax keyword frameitStatement contained disable double-tap drag edge enable expect exposure fill
syntax keyword frameitStatement contained filter focus grayscale greyscale group hide hue invert
syntax keyword frameitStatement contained layer levels light limit long-press lut mark menu mode move
syntax keyword frameitStatement contained on opacity open pan pinch pixelate posterize preset
syntax keyword frameitStatement contained recognise recognize redo require reset restore rotate
syntax keyword frameitStatement contained saturation save say scale select sepia set shadow sharpen
syntax keyword frameitStatement contained show simultaneous skew source straighten stroke swipe tap
syntax keyword frameitStatement contained temperature text threshold tint touch transform translate
syntax keyword frameitStatement contained trim twist two-finger undo wait
syntax keyword frameitControl contained data define else frameit if include let param repeat return

" Words after the first one of a statement.
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(about\|after\|align\|anchor\|android\|arc\|as\|at\|attention\|auto\|began\|below\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(bevel\|blend\|blue\|blur\|bottom\|bottomLeft\|bottomRight\|brightness\|butt\|cancel\|canceled\|cancelled\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(canvas\|cap\|center\|centre\|changed\|clamp\|clip\|color\|color-burn\|color-dodge\|color-matrix\|colorize\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(colour\|colour-burn\|colour-dodge\|colour-matrix\|colourize\|contain\|contrast\|count\|cover\|cubic\|curve\|darken\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(dash\|destructive\|difference\|double-tap\|down\|ease\|edge\|elastic\|ellipse\|else\|ended\|evenodd\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(exclusion\|exposure\|failed\|fails\|fill\|fit\|focus\|font\|font-size\|for\|forever\|frame\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(frameit\|from\|grayscale\|green\|greyscale\|hard\|hard-light\|hidden\|hit\|hue\|if\|image\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(in\|in-out\|inscribed\|inside\|invert\|item\|join\|lanczos3\|leading\|left\|levels\|lighten\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(line\|line-height\|linear\|lines\|long-press\|luminosity\|lut\|map\|marked\|message\|midpoint\|mirror\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(mitchell\|miter\|miter-limit\|mode\|move\|multiply\|nearest\|none\|nonzero\|normal\|off\|offset\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(on\|opacity\|out\|output\|over\|overlay\|pan\|part\|path\|pickview\|pinch\|pixelate\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(position\|possible\|posterize\|radius\|recognised\|recognized\|rect\|red\|redraw\|repeat\|right\|rotate\.snap\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(rotation\|round\|saturation\|scale\|scaleAspectFill\|scaleAspectFit\|scaleToFill\|screen\|selected\|sepia\|shadow\|sharpen\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(shown\|size\|soft-light\|square\|srgb\|steps\|stretch\|stroke\|swiftui\|swipe\|swipe-down\|swipe-left\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(swipe-right\|swipe-up\|tap\|temperature\|text\|threshold\|tint\|to\|toggle\|top\|topLeft\|topRight\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(transform\|transparent\|trim\|tx\|ty\|uikit\|untouchable\|up\|weight\|width\|with\|within\)\k\@!/
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
