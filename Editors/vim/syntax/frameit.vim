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
syntax keyword frameitStatement contained colour-matrix colourize concat contrast corner-radius crop
syntax keyword frameitStatement contained curve dialog disable double-tap drag edge effect enable
syntax keyword frameitStatement contained expect exposure fill filter flip focus grayscale greyscale
syntax keyword frameitStatement contained group hide hue invert layer levels light limit long-press
syntax keyword frameitStatement contained lut mark mask menu mode move on opacity open overflow pad
syntax keyword frameitStatement contained pan pinch pixelate posterize preset radius recognise
syntax keyword frameitStatement contained recognize redo require reset restore rotate saturation save
syntax keyword frameitStatement contained say scale select sepia set shadow sharpen show simultaneous
syntax keyword frameitStatement contained skew source straighten stroke swipe tap temperature text
syntax keyword frameitStatement contained threshold tint touch transform translate trim twist
syntax keyword frameitStatement contained two-finger undo vibrance wait
syntax keyword frameitControl contained data define else frameit if include let param repeat return

" Words after the first one of a statement.
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(about\|after\|align\|alpha\|anchor\|android\|arc\|as\|at\|attention\|auto\|auto-levels\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(began\|below\|bevel\|blend\|blue\|blur\|bottom\|bottomLeft\|bottomRight\|brightness\|butt\|cancel\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(canceled\|cancelled\|canvas\|cap\|center\|centre\|changed\|channels\|clamp\|clip\|color\|color-burn\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(color-dodge\|color-matrix\|colorize\|colour\|colour-burn\|colour-dodge\|colour-matrix\|colourize\|contain\|contrast\|count\|cover\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(cubic\|curve\|darken\|dash\|destructive\|difference\|double-tap\|down\|ease\|edge\|effect\|elastic\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(ellipse\|else\|ended\|evenodd\|exclusion\|exposure\|failed\|fails\|fill\|fit\|focus\|font\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(font-size\|for\|forever\|frame\|frameit\|from\|grayscale\|green\|greyscale\|hard\|hard-light\|hidden\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(hit\|hue\|if\|image\|in\|in-out\|inscribed\|inside\|invert\|item\|join\|lanczos3\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(leading\|left\|levels\|lighten\|line\|line-height\|linear\|lines\|long-press\|luminance\|luminosity\|lut\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(map\|marked\|mask\|message\|midpoint\|mirror\|mitchell\|miter\|miter-limit\|mode\|move\|multiply\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(nearest\|none\|nonzero\|normal\|off\|offset\|on\|opacity\|out\|output\|over\|overflow\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(overlay\|pan\|part\|path\|pickview\|pinch\|pixelate\|position\|possible\|posterize\|radius\|recognised\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(recognized\|rect\|red\|redraw\|repeat\|resample\|right\|rotate\.snap\|rotation\|round\|saturation\|scale\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(scaleAspectFill\|scaleAspectFit\|scaleToFill\|screen\|selected\|sepia\|shadow\|sharpen\|shown\|size\|soft-light\|square\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(srgb\|steps\|stretch\|stroke\|swiftui\|swipe\|swipe-down\|swipe-left\|swipe-right\|swipe-up\|tap\|temperature\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(text\|threshold\|tint\|to\|toggle\|top\|topLeft\|topRight\|transform\|transparent\|trim\|tx\)\k\@!/
syntax match frameitKeyword /\%([^;{}[:blank:]]\s\+\)\@<=\%(ty\|uikit\|untouchable\|up\|vibrance\|visible\|weight\|width\|with\|within\)\k\@!/
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
