#include "cJPEG.h"
int frameit_JPEG(void){return 0;}
