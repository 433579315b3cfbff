" Syntax of frameit scripts. Made by `make editors` from the table of statements.
if exists("b:current_syntax")
  finish
endif

" Names may have hyphens, as in corner-radius.
syntax iskeyword @,48-57,_,-

" Statements begin a line, or follow a semicolon or a brace. Other words there call definitions.
syntax match frameitStart /\%(^\|[;{}]\@1<=\)\s*/ nextgroup=frameitControl,frameitStatement,frameitCall
syntax match frameitCall /\h[[:alnum:]_-]*/ contained
syntax keyword frameitStatement contained anchor animate auto-levels background blend blur border
syntax keyword frameitStatement contained brightness canvas choose clip color-matrix colorize
syntax keyword frameitStatement contained colour-matrix colourize concat contrast corner-radius
syntax keyword frameitStatement contained corners crop curve dialog disable double-tap drag edge
syntax keyword frameitStatement contained effect enable expect exposure fill filter flip focus
syntax keyword frameitStatement contained grayscale greyscale group hide hue invert keystone layer
syntax keyword frameitStatement contained levels light limit long-press lut mark mask menu mode move
syntax keyword frameitStatement contained on opacity open overflow pad pan pinch pixelate posterize
syntax keyword frameitStatement contained preset projection radius recognise recognize redo require
syntax keyword frameitStatement contained reset restore rotate saturation save say scale select sepia
syntax keyword frameitStatement contained set shadow sharpen show simultaneous skew source straighten
syntax keyword frameitStatement contained stroke swipe tap temperature text threshold tilt tint
syntax keyword frameitStatement contained together touch transform translate trim twist two-finger
syntax keyword frameitStatement contained undo unwarp vibrance wait
syntax keyword frameitControl contained data define else frameit if include let param repeat return

" Words after the first one of a statement.
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(about\|after\|align\|alpha\|anchor\|android\|arc\|as\|at\|attention\|auto\|auto-levels\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(began\|below\|bevel\|blend\|blue\|blur\|bottom\|bottomLeft\|bottomRight\|brightness\|butt\|cancel\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(canceled\|cancelled\|canvas\|cap\|center\|centre\|changed\|channels\|clamp\|clip\|color\|color-burn\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(color-dodge\|color-matrix\|colorize\|colour\|colour-burn\|colour-dodge\|colour-matrix\|colourize\|contain\|contrast\|corners\|count\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(cover\|cubic\|curve\|darken\|dash\|destructive\|difference\|distance\|double-tap\|down\|ease\|edge\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(effect\|elastic\|element\|ellipse\|else\|ended\|evenodd\|exclusion\|exposure\|failed\|fails\|fill\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(fit\|focus\|font\|font-size\|for\|forever\|frame\|frameit\|from\|grayscale\|green\|greyscale\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(hard\|hard-light\|hidden\|hit\|hue\|if\|image\|in\|in-out\|inscribed\|inside\|invert\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(item\|join\|keystone\|lanczos3\|leading\|left\|levels\|lighten\|line\|line-height\|linear\|lines\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(long-press\|luminance\|luminosity\|lut\|map\|marked\|mask\|message\|midpoint\|mirror\|mitchell\|miter\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(miter-limit\|mode\|move\|multiply\|nearest\|none\|nonzero\|normal\|off\|offset\|on\|opacity\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(out\|output\|over\|overflow\|overlay\|pan\|part\|path\|photos\|pickview\|pinch\|pixelate\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(position\|possible\|posterize\|projection\|radius\|range\|recognised\|recognized\|rect\|red\|redraw\|repeat\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(resample\|right\|rotate\.snap\|rotation\|round\|saturation\|scale\|scaleAspectFill\|scaleAspectFit\|scaleToFill\|screen\|selected\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(sepia\|shadow\|sharpen\|shown\|size\|soft-light\|square\|srgb\|steps\|stretch\|stroke\|swiftui\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(swipe\|swipe-down\|swipe-left\|swipe-right\|swipe-up\|tap\|temperature\|text\|threshold\|tilt\|tint\|to\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(toggle\|top\|topLeft\|topRight\|transform\|transparent\|trim\|twist\|tx\|ty\|uikit\|untouchable\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(unwarp\|up\|vibrance\|visible\|weight\|width\|with\|within\)\k\@!/
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
