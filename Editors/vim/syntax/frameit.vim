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
syntax keyword frameitStatement contained layer levels light limit long-press lut mark mask menu mode
syntax keyword frameitStatement contained move on opacity open pan pinch pixelate posterize preset
syntax keyword frameitStatement contained recognise recognize redo require reset restore rotate
syntax keyword frameitStatement contained saturation save say scale select sepia set shadow sharpen
syntax keyword frameitStatement contained show simultaneous skew source straighten stroke swipe tap
syntax keyword frameitStatement contained temperature text threshold tint touch transform translate
syntax keyword frameitStatement contained trim twist two-finger undo wait
syntax keyword frameitControl contained data define else frameit if include let param repeat return

" Words after the first one of a statement.
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(about\|after\|align\|alpha\|anchor\|android\|arc\|as\|at\|attention\|auto\|began\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(below\|bevel\|blend\|blue\|blur\|bottom\|bottomLeft\|bottomRight\|brightness\|butt\|cancel\|canceled\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(cancelled\|canvas\|cap\|center\|centre\|changed\|clamp\|clip\|color\|color-burn\|color-dodge\|color-matrix\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(colorize\|colour\|colour-burn\|colour-dodge\|colour-matrix\|colourize\|contain\|contrast\|count\|cover\|cubic\|curve\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(darken\|dash\|destructive\|difference\|double-tap\|down\|ease\|edge\|elastic\|ellipse\|else\|ended\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(evenodd\|exclusion\|exposure\|failed\|fails\|fill\|fit\|focus\|font\|font-size\|for\|forever\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(frame\|frameit\|from\|grayscale\|green\|greyscale\|hard\|hard-light\|hidden\|hit\|hue\|if\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(image\|in\|in-out\|inscribed\|inside\|invert\|item\|join\|lanczos3\|leading\|left\|levels\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(lighten\|line\|line-height\|linear\|lines\|long-press\|luminance\|luminosity\|lut\|map\|marked\|mask\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(message\|midpoint\|mirror\|mitchell\|miter\|miter-limit\|mode\|move\|multiply\|nearest\|none\|nonzero\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(normal\|off\|offset\|on\|opacity\|out\|output\|over\|overlay\|pan\|part\|path\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(pickview\|pinch\|pixelate\|position\|possible\|posterize\|radius\|recognised\|recognized\|rect\|red\|redraw\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(repeat\|right\|rotate\.snap\|rotation\|round\|saturation\|scale\|scaleAspectFill\|scaleAspectFit\|scaleToFill\|screen\|selected\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(sepia\|shadow\|sharpen\|shown\|size\|soft-light\|square\|srgb\|steps\|stretch\|stroke\|swiftui\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(swipe\|swipe-down\|swipe-left\|swipe-right\|swipe-up\|tap\|temperature\|text\|threshold\|tint\|to\|toggle\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(top\|topLeft\|topRight\|transform\|transparent\|trim\|tx\|ty\|uikit\|untouchable\|up\|weight\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(width\|with\|within\)\k\@!/
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
