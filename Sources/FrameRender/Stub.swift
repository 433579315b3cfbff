import FrameModel
